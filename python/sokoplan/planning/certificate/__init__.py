"""What a certificate of optimality is: its files and its formula."""
