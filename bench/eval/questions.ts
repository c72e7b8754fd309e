/** A question in both languages, and the statement that answers it, or what an honest answer says. */
export type Question = { en: string; de: string } & (
  | { sql: string | { en: string; de: string }; isOrdered?: true }
  | { says: RegExp }
);

const month = `date_trunc('month', now() at time zone 'UTC')`;
const year = `date_trunc('year', now() at time zone 'UTC')`;
const utc = (expression: string) => `(${expression}) at time zone 'UTC'`;

const byWeekday = (names: string) =>
  `select split_part('${names}', ',', extract(isodow from placed_at at time zone 'UTC')::int), count(*) from orders group by 1`;

/** Commands over the sample's shop, as people type them. None of them is known to the assistant as a whole. */
export const questions: Question[] = [
  {
    en: 'How many customers are there?',
    de: 'Wie viele Kunden gibt es?',
    sql: 'select count(*) from customers',
  },
  { en: 'number of orders', de: 'Anzahl der Bestellungen', sql: 'select count(*) from orders' },
  {
    en: 'count support tickets',
    de: 'Zähle die Support-Tickets',
    sql: 'select count(*) from support_tickets',
  },
  {
    en: 'How many products do we have?',
    de: 'Wie viele Artikel haben wir?',
    sql: 'select count(*) from products',
  },
  {
    en: 'How many cancelled orders are there?',
    de: 'Wie viele stornierte Bestellungen gibt es?',
    sql: `select count(*) from orders where status = 'cancelled'`,
  },
  {
    en: 'How many customers from Germany?',
    de: 'Wie viele Kunden aus Deutschland?',
    sql: `select count(*) from customers where country = 'DE'`,
  },
  {
    en: 'Number of open tickets',
    de: 'Anzahl offener Tickets',
    sql: `select count(*) from support_tickets where status = 'open'`,
  },
  {
    en: 'How many urgent tickets are there?',
    de: 'Wie viele dringende Tickets gibt es?',
    sql: `select count(*) from support_tickets where priority = 'urgent'`,
  },
  {
    en: 'How many products cost more than 1,500 euro?',
    de: 'Wie viele Produkte kosten mehr als 1.500 Euro?',
    sql: 'select count(*) from products where price > 1500',
  },
  {
    en: 'How many products cost less than 20 euro?',
    de: 'Wie viele Produkte kosten weniger als 20 Euro?',
    sql: 'select count(*) from products where price < 20',
  },
  {
    en: 'How many orders over 500?',
    de: 'Wie viele Bestellungen über 500?',
    sql: 'select count(*) from orders where total > 500',
  },
  {
    en: 'How many customers without email?',
    de: 'Wie viele Kunden ohne E-Mail?',
    sql: 'select count(*) from customers where email is null',
  },
  {
    en: 'How many customers with newsletter?',
    de: 'Wie viele Kunden mit Newsletter?',
    sql: 'select count(*) from customers where newsletter',
  },
  {
    en: 'How many customers have never ordered?',
    de: 'Wie viele Kunden haben nie bestellt?',
    sql: 'select count(*) from customers c where not exists (select 1 from orders o where o.customer_id = c.id)',
  },
  {
    en: 'How many products without reviews?',
    de: 'Wie viele Produkte ohne Bewertungen?',
    sql: 'select count(*) from products p where not exists (select 1 from reviews r where r.product_id = p.id)',
  },
  {
    en: 'How many different countries do customers come from?',
    de: 'Aus wie vielen verschiedenen Ländern kommen Kunden?',
    sql: 'select count(distinct country) from customers',
  },
  {
    en: 'How many orders this year?',
    de: 'Wie viele Bestellungen in diesem Jahr?',
    sql: `select count(*) from orders where placed_at >= ${utc(year)} and placed_at < ${utc(`date_trunc('day', now() at time zone 'UTC') + interval '1 day'`)}`,
  },
  {
    en: 'How many orders last month?',
    de: 'Wie viele Bestellungen im letzten Monat?',
    sql: `select count(*) from orders where placed_at >= ${utc(`${month} - interval '1 month'`)} and placed_at < ${utc(month)}`,
  },
  {
    en: 'How many customers signed up in 2025?',
    de: 'Wie viele Kunden haben sich 2025 registriert?',
    sql: `select count(*) from customers where created_at >= '2025-01-01Z' and created_at < '2026-01-01Z'`,
  },
  {
    en: 'Number of tickets opened in October 2025',
    de: 'Anzahl Tickets im Oktober 2025',
    sql: `select count(*) from support_tickets where opened_at >= '2025-10-01Z' and opened_at < '2025-11-01Z'`,
  },
  { en: 'total revenue', de: 'Gesamtumsatz', sql: 'select sum(total) from orders' },
  {
    en: 'revenue this year',
    de: 'Umsatz in diesem Jahr',
    sql: `select sum(total) from orders where placed_at >= ${utc(year)} and placed_at < ${utc(`date_trunc('day', now() at time zone 'UTC') + interval '1 day'`)}`,
  },
  {
    en: 'average order value',
    de: 'durchschnittlicher Bestellwert',
    sql: 'select round(avg(total), 2) from orders',
  },
  {
    en: 'average price of products',
    de: 'Durchschnittspreis der Produkte',
    sql: 'select round(avg(price), 2) from products',
  },
  { en: 'highest salary', de: 'höchstes Gehalt', sql: 'select max(salary) from employees' },
  {
    en: 'average salary by department',
    de: 'Durchschnittsgehalt je Abteilung',
    sql: 'select department, round(avg(salary), 2) from employees group by 1',
  },
  { en: 'total discount', de: 'Summe der Rabatte', sql: 'select sum(discount) from orders' },
  {
    en: 'average rating',
    de: 'durchschnittliche Bewertung nach Sternen',
    sql: 'select round(avg(rating), 2) from reviews',
  },
  {
    en: 'customers by country',
    de: 'Kunden nach Land',
    sql: 'select country, count(*) from customers group by 1',
  },
  {
    en: 'number of orders by status',
    de: 'Anzahl Bestellungen nach Status',
    sql: 'select status, count(*) from orders group by 1',
  },
  {
    en: 'orders per channel',
    de: 'Bestellungen je Kanal',
    sql: 'select channel, count(*) from orders group by 1',
  },
  {
    en: 'revenue by channel',
    de: 'Umsatz nach Kanal',
    sql: 'select channel, sum(total) from orders group by 1',
  },
  {
    en: 'orders per month this year',
    de: 'Bestellungen pro Monat in diesem Jahr',
    sql: `select date_trunc('month', placed_at at time zone 'UTC')::date, count(*) from orders where placed_at >= ${utc(year)} and placed_at < ${utc(`date_trunc('day', now() at time zone 'UTC') + interval '1 day'`)} group by 1`,
  },
  {
    en: 'revenue by month in 2025',
    de: 'Umsatz pro Monat 2025',
    sql: `select date_trunc('month', placed_at at time zone 'UTC')::date, sum(total) from orders where placed_at >= '2025-01-01Z' and placed_at < '2026-01-01Z' group by 1`,
  },
  {
    en: 'revenue per year',
    de: 'Umsatz pro Jahr',
    sql: `select date_trunc('year', placed_at at time zone 'UTC')::date, sum(total) from orders group by 1`,
  },
  {
    en: 'orders by weekday',
    de: 'Bestellungen nach Wochentag',
    sql: {
      en: byWeekday('Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday'),
      de: byWeekday('Montag,Dienstag,Mittwoch,Donnerstag,Freitag,Samstag,Sonntag'),
    },
  },
  {
    en: 'new customers per quarter',
    de: 'Kunden pro Quartal',
    sql: `select date_trunc('quarter', created_at at time zone 'UTC')::date, count(*) from customers group by 1`,
  },
  {
    en: 'payments by method',
    de: 'Zahlungen nach Zahlungsart',
    sql: 'select method, count(*) from payments group by 1',
  },
  {
    en: 'total amount of payments by status',
    de: 'Summe der Beträge der Zahlungen nach Status',
    sql: 'select status, sum(amount) from payments group by 1',
  },
  {
    en: 'tickets by priority',
    de: 'Tickets nach Priorität',
    sql: 'select priority, count(*) from support_tickets group by 1',
  },
  {
    en: 'revenue by country',
    de: 'Umsatz nach Land',
    sql: 'select c.country, sum(o.total) from orders o join customers c on c.id = o.customer_id group by 1',
  },
  {
    en: 'revenue by category',
    de: 'Umsatz nach Kategorie',
    sql: 'select c.name, sum(i.line_total) from order_items i left join products p on p.id = i.product_id left join categories c on c.id = p.category_id group by c.id, c.name',
  },
  {
    en: 'products per category',
    de: 'Produkte je Kategorie',
    sql: 'select c.name, count(*) from products p join categories c on c.id = p.category_id group by c.id, c.name',
  },
  {
    en: 'average rating per product category',
    de: 'durchschnittliche Sterne je Kategorie',
    sql: 'select c.name, round(avg(r.rating), 2) from reviews r join products p on p.id = r.product_id join categories c on c.id = p.category_id group by c.id, c.name',
  },
  {
    en: 'top 5 customers by revenue',
    de: 'Top 5 Kunden nach Umsatz',
    isOrdered: true,
    sql: 'select c.full_name, sum(o.total) from orders o join customers c on c.id = o.customer_id group by c.id, c.full_name order by 2 desc limit 5',
  },
  {
    en: 'top 10 products by revenue',
    de: 'die 10 besten Produkte nach Umsatz',
    isOrdered: true,
    sql: 'select p.name, sum(i.line_total) from order_items i left join products p on p.id = i.product_id group by p.id, p.name order by 2 desc nulls last limit 10',
  },
  {
    en: '3 products with the most reviews',
    de: 'die 3 Produkte mit den meisten Bewertungen',
    isOrdered: true,
    sql: 'select p.name, count(*) from reviews r join products p on p.id = r.product_id group by p.id, p.name order by 2 desc, 1 limit 3',
  },
  {
    en: 'Which country has the most customers?',
    de: 'Welches Land hat die meisten Kunden?',
    sql: 'select country, count(*) from customers group by 1 order by 2 desc limit 1',
  },
  {
    en: 'most expensive products',
    de: 'die teuersten Produkte',
    isOrdered: true,
    sql: 'select id, price from products order by price desc limit 10',
  },
  {
    en: 'last 20 orders',
    de: 'die letzten 20 Bestellungen',
    isOrdered: true,
    sql: 'select id from orders order by placed_at desc limit 20',
  },
  {
    en: 'employees in sales',
    de: 'Mitarbeiter im Vertrieb',
    sql: `select id from employees where department = 'Sales'`,
  },
  {
    en: 'show returned orders over 800',
    de: 'zeige zurückgeschickte Bestellungen über 800',
    sql: `select id from orders where status = 'returned' and total > 800 limit 100`,
  },
  {
    en: 'discontinued products',
    de: 'ausgelaufene Produkte',
    sql: 'select id from products where discontinued_at is not null limit 100',
  },
  {
    en: 'duplicate emails in customers',
    de: 'doppelte E-Mails in Kunden',
    sql: 'select email, count(*) from customers where email is not null group by 1 having count(*) > 1 limit 200',
  },
  {
    en: 'Which channels are there?',
    de: 'Welche Kanäle gibt es?',
    sql: 'select channel from orders group by 1',
  },
  {
    en: 'stock by warehouse',
    de: 'Bestand je Lager',
    sql: 'select w.name, sum(s.quantity) from product_stock s join warehouses w on w.code = s.warehouse group by w.code, w.name',
  },
  { en: 'Which tables are there?', de: 'Welche Tabellen gibt es?', says: /support_tickets/ },
  { en: 'describe orders', de: 'beschreibe Bestellungen', says: /placed_at/ },
  { en: 'Where is the salary?', de: 'Wo steht das Gehalt?', says: /employees\.salary/ },
  {
    en: 'churn by segment',
    de: 'Churn nach Segment',
    says: /(AI model|KI-Modell|don’t know|weiß nicht)/,
  },
];
