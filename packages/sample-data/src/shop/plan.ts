import { listDays } from './calendar.ts';
import { catalogRows, listProducts } from './catalog.ts';
import { couponRows, listCoupons } from './coupons.ts';
import { curiosityRows } from './curiosities.ts';
import { customerRows, planCustomers } from './customers.ts';
import { employeeRows } from './employees.ts';
import { eventRows } from './events.ts';
import { feedbackRows } from './feedback.ts';
import { orderRows } from './order-rows.ts';
import { planOrders } from './orders.ts';
import { paymentRows } from './payments.ts';
import type { TableRows } from './rows.ts';
import { warehouseRows } from './warehouse.ts';

/** All tables of the shop with their rows, in an order that suits a reader of the progress. */
export function planShop(anchor: Date, scale: number): TableRows[] {
  const days = listDays(anchor);
  const products = listProducts();
  const customers = planCustomers(days, Math.round(50_000 * scale));
  const book = planOrders(Math.round(300_000 * scale), {
    days,
    customers,
    products,
    coupons: listCoupons(anchor),
  });
  return [
    employeeRows(anchor),
    ...catalogRows(anchor),
    ...warehouseRows(anchor),
    couponRows(anchor),
    ...customerRows(customers, anchor),
    ...orderRows(book, anchor),
    paymentRows(book, anchor),
    ...feedbackRows({ book, customers, products: products.length, now: anchor.getTime() }),
    eventRows({ days, products, book, count: Math.round(1_000_000 * scale) }),
    curiosityRows(),
  ];
}
