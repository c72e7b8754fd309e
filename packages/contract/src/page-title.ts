import { PRODUCT_NAME } from './product.ts';

/** The title of the browser tab; parts that are absent are left out. */
export function pageTitle(current: { project?: string; connector?: string }): string {
  return [current.project, current.connector, PRODUCT_NAME]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' · ');
}
