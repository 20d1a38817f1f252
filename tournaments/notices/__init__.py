"""What others are told: webhooks, and phones by Web Push."""
