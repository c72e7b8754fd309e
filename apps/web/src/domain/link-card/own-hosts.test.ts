import { parseLink } from '@causeway/contract/links.ts';
import { afterEach, expect, test } from 'vitest';
import { ownHosts } from './own-hosts.ts';

afterEach(() => {
  document.head.innerHTML = '';
});

const link = 'https://old.example.com/explore/orders?projectId=1&connectorId=2';

test('LINK-2.2 links to further hosts that the operator named are ours, with their subdomains', () => {
  expect(parseLink(link, ownHosts()).isValid).toBe(false);
  document.head.innerHTML =
    '<meta name="causeway:own-hosts" content="example.com example.org:8443">';
  expect(parseLink(link, ownHosts()).isValid).toBe(true);
  const other = link.replace('old.example.com', 'example.org');
  expect(parseLink(other, ownHosts()).isValid).toBe(false);
  expect(parseLink(other.replace('.org', '.org:8443'), ownHosts()).isValid).toBe(true);
});
