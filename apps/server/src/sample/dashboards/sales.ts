import type { SampleDashboard, SampleQuery } from './sample-dashboard.ts';
import { euros } from './sample-dashboard.ts';

const parameters = [{ name: 'channel', type: 'text', value: null }];
const ofChannel = '(:channel::text is null or channel = :channel)';

/**
 * The shop's time stands still at its last order, so that the figures never run dry. Some of its
 * orders are wrong on purpose: those from the future and the one of a million are left out.
 */
function lastDays(measure: string, name: string): SampleQuery {
  return {
    name,
    description: 'The last 30 days, and the 30 before them to compare.',
    sql: `with latest as (select max(placed_at) as at from orders where placed_at <= now())
select
  ${measure} filter (where placed_at > at - interval '30 days') as "last 30 days",
  ${measure} filter (where placed_at <= at - interval '30 days') as "30 days before"
from orders, latest
where placed_at > at - interval '60 days' and placed_at <= at and total < 1000000
  and status not in ('cancelled', 'returned') and ${ofChannel}`,
    parameters,
  };
}

const revenueByMonth: SampleQuery = {
  name: 'Revenue by month',
  description: 'Without cancelled and returned orders; the month that has just begun is left out.',
  sql: `select date_trunc('month', placed_at)::date as month, sum(total) as revenue,
  count(*) as orders
from orders
where placed_at < (select date_trunc('month', max(placed_at)) from orders where placed_at <= now())
  and status not in ('cancelled', 'returned') and total < 1000000 and ${ofChannel}
group by 1
order by 1`,
  parameters,
};

export const salesDashboard: SampleDashboard = {
  name: 'Sales at a glance',
  description: 'How the shop is doing: what comes in, where from, and what sells.',
  folder: 'Sales',
  filters: [
    {
      slug: 'channel',
      label: 'Channel',
      type: 'text',
      options: ['web', 'app', 'phone', 'marketplace'],
      initial: '',
    },
  ],
  // A channel has one colour in every chart.
  settings: {
    colours: ['web', 'app', 'marketplace', 'phone'].map((value, slot) => ({ value, slot })),
  },
  tiles: [
    {
      kind: 'number',
      title: 'Revenue',
      query: lastDays('sum(total)', 'Revenue, last 30 days'),
      formats: [euros],
      x: 0,
      y: 0,
      w: 3,
      h: 3,
    },
    {
      kind: 'number',
      title: 'Orders',
      query: lastDays('count(*)', 'Orders, last 30 days'),
      x: 3,
      y: 0,
      w: 3,
      h: 3,
    },
    {
      kind: 'number',
      title: 'Average order',
      query: lastDays('avg(total)', 'Average order, last 30 days'),
      formats: [{ ...euros, decimals: 2 }],
      x: 6,
      y: 0,
      w: 3,
      h: 3,
    },
    {
      kind: 'number',
      title: 'Buying customers',
      query: lastDays('count(distinct customer_id)', 'Buying customers, last 30 days'),
      x: 9,
      y: 0,
      w: 3,
      h: 3,
    },
    {
      kind: 'chart',
      title: 'Revenue by month',
      query: revenueByMonth,
      chart: { kind: 'area', x: 'month', ys: ['revenue'] },
      formats: [euros],
      x: 0,
      y: 3,
      w: 8,
      h: 7,
    },
    {
      kind: 'number',
      title: 'Last full month',
      query: revenueByMonth,
      formats: [euros],
      x: 8,
      y: 3,
      w: 4,
      h: 4,
    },
    {
      kind: 'gauge',
      title: 'Goal of the year',
      query: {
        name: 'Revenue against last year',
        description: 'The last twelve months; the goal is a tenth more than the twelve before.',
        sql: `with latest as (select max(placed_at) as at from orders where placed_at <= now())
select
  sum(total) filter (where placed_at > at - interval '1 year') as revenue,
  round(1.1 * sum(total) filter (where placed_at <= at - interval '1 year')) as goal
from orders, latest
where placed_at > at - interval '2 years' and placed_at <= at and total < 1000000
  and status not in ('cancelled', 'returned') and ${ofChannel}`,
        parameters,
      },
      goal: null,
      look: 'bar',
      formats: [{ ...euros, decimals: 1, isCompact: true }],
      x: 8,
      y: 7,
      w: 4,
      h: 3,
    },
    {
      kind: 'chart',
      title: 'Revenue by channel',
      query: {
        name: 'Revenue by month and channel',
        description: 'Two years, without cancelled and returned orders.',
        sql: `select date_trunc('month', placed_at)::date as month, channel, sum(total) as revenue
from orders
where placed_at between now() - interval '2 years' and date_trunc('month', now())
  and status not in ('cancelled', 'returned') and total < 1000000 and ${ofChannel}
group by 1, 2
order by 1, 2`,
        parameters,
      },
      chart: { kind: 'stacked', x: 'month', ys: ['revenue'], series: 'channel' },
      formats: [euros],
      x: 0,
      y: 10,
      w: 8,
      h: 7,
    },
    {
      kind: 'chart',
      title: 'Orders by channel',
      query: {
        name: 'Orders by channel',
        description: 'Of the last 365 days.',
        sql: `select channel, count(*) as orders
from orders
where placed_at between now() - interval '365 days' and now()
group by channel
order by orders desc`,
      },
      chart: { kind: 'pie', x: 'channel', ys: ['orders'] },
      x: 8,
      y: 10,
      w: 4,
      h: 7,
    },
    {
      kind: 'chart',
      title: 'Revenue by category',
      query: {
        name: 'Revenue by category',
        description: 'The ten categories that earn most.',
        sql: `select c.name as category, sum(i.line_total) as revenue
from order_items i
join products p on p.id = i.product_id
join categories c on c.id = p.category_id
where i.line_total < 100000
group by c.name
order by revenue desc
limit 10`,
      },
      chart: { kind: 'bar', x: 'category', ys: ['revenue'] },
      formats: [euros],
      x: 0,
      y: 17,
      w: 6,
      h: 7,
    },
    {
      kind: 'table',
      title: 'Best sellers',
      query: {
        name: 'Best sellers',
        description: 'Twenty products by what they earned, with what customers think of them.',
        sql: `select p.name as product, p.category, sum(i.quantity) as units,
  sum(i.line_total) as revenue, p.rating
from product_performance p
join order_items i on i.product_id = p.id
where i.line_total < 100000
group by p.id, p.name, p.category, p.rating
order by revenue desc
limit 20`,
      },
      formats: [
        { column: 'units', style: 'number' },
        { ...euros, column: 'revenue' },
        {
          column: 'rating',
          style: 'number',
          decimals: 1,
          rules: [
            { when: 'atLeast', value: 4, tone: 'good' },
            { when: 'below', value: 3, tone: 'bad' },
          ],
        },
      ],
      x: 6,
      y: 17,
      w: 6,
      h: 7,
    },
    {
      kind: 'chart',
      title: 'From visit to purchase',
      query: {
        name: 'From visit to purchase',
        description: 'How many events of each step there were.',
        sql: `select kind::text as step, count(*) as events
from events
where kind in ('page_view', 'add_to_cart', 'checkout', 'purchase')
group by events.kind
order by events.kind`,
      },
      chart: { kind: 'funnel', x: 'step', ys: ['events'] },
      x: 0,
      y: 24,
      w: 6,
      h: 6,
    },
    {
      kind: 'chart',
      title: 'Price and rating',
      query: {
        name: 'Price and rating of products',
        description: 'Does what costs more please more?',
        sql: `select p.price, round(avg(r.rating), 2) as rating
from products p join reviews r on r.product_id = p.id
where p.price < 5000
group by p.id
order by 1`,
      },
      chart: { kind: 'scatter', x: 'price', ys: ['rating'] },
      x: 6,
      y: 24,
      w: 6,
      h: 6,
    },
  ],
};
