import { expect, test } from 'vitest';
import { listingHref, readListing } from './gallery-address.ts';

test('SNIP-1 the address holds what the gallery shows, and only what is not as usual', () => {
  expect(listingHref(readListing({}))).toBe('/community/snippets');
  expect(listingHref(readListing({ search: 'cohort' }))).toBe('/community/snippets?search=cohort');
  const address =
    '/community/snippets?scope=mine&search=a+b&tag=data+quality&badge=read&sort=stars';
  const search = Object.fromEntries(new URL(address, 'http://x').searchParams);
  expect(listingHref(readListing(search))).toBe(address);
});

test('SNIP-1 what makes no sense in the address is left out', () => {
  const listing = readListing({ scope: 'theirs', sort: 'luck', badge: ['read'], search: '  ' });
  expect(listing).toEqual({ scope: 'all', sort: 'newest' });
});
