"""What retrieval takes from data: the words that are no slips, and the weights of ranking and refusing."""
