"""The match page: entry form, scorepad, receipts, play card by card, log, board, print, links."""
