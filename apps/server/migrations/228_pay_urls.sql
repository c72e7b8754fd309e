-- Where an open invoice is paid or its payment confirmed, at the provider; null: nowhere.
alter table billing_invoices add column pay_url text;
