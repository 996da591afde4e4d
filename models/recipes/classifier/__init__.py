"""Makes models/behaviour: conversion, head, evaluation, card (`python -m models.recipes.classifier`)."""
