-- Whether a month's credits were given is asked before every answer.
create index credit_grants_expiry on credit_grants (account_id, expires_at);
