import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultOwnHosts, findOwnPath, linkKindOf, linkKinds, parseLink } from './links.ts';

const ids = 'projectId=p1&connectorId=c1';

describe('LINK-1 the link table', () => {
  test.each([
    ['/explore', 'Explore Data', 'Browse and explore your data tables', 'database'],
    ['/dashboards', 'Dashboard', 'View your data visualizations and analytics', 'box'],
    ['/sql', 'SQL Editor', 'Write and execute SQL queries', 'code'],
    ['/automations', 'Automation', 'Manage your automated workflows', 'robot'],
    ['/settings', 'Settings', 'Configure your workspace settings', 'tools'],
    ['/community', 'Community', 'Browse and share snippets', 'folderOpen'],
    ['/edit', 'Editor', 'Edit a row or a file', 'edit'],
    ['/chat', 'Causeway Resource', 'Access your workspace', 'link'],
    ['/', 'Causeway Resource', 'Access your workspace', 'link'],
  ])('LINK-1 %s shows as %s', (path, title, description, icon) => {
    expect(rowOf(`${path}?${ids}`)).toEqual({ title, description, icon });
    expect(rowOf(`https://app.causeway.test${path}?${ids}`)).toEqual({ title, description, icon });
  });

  test('LINK-1 a page below a prefix shows as the prefix does', () => {
    expect(rowOf(`/sql/editor?${ids}`).title).toBe('SQL Editor');
    expect(rowOf(`/explore/orders/2024?${ids}#row-1`).title).toBe('Explore Data');
  });

  test('LINK-1 a prefix is a whole segment: /exploreX is another page', () => {
    expect(rowOf(`/exploreX?${ids}`).title).toBe('Causeway Resource');
    expect(rowOf(`/Explore?${ids}`).title).toBe('Causeway Resource');
    expect(rowOf(`/constructor?${ids}`).title).toBe('Causeway Resource');
  });

  test('LINK-1 an invalid link says so', () => {
    expect(rowOf('https://elsewhere.example/explore')).toEqual({
      title: 'Invalid Link',
      description: 'This link appears to be invalid or not a product resource.',
      icon: 'warning',
    });
  });
});

describe('LINK-2.1 own hosts', () => {
  test.each([
    'https://causeway.test/explore',
    'https://app.causeway.test/explore',
    'https://dev.causeway.test/explore',
    'http://localhost/explore',
    'https://eu.app.causeway.test/explore',
    'http://preview.localhost/explore',
    'HTTPS://APP.CAUSEWAY.TEST/explore',
    'https://causeway.test:443/explore',
    '/explore',
    '/explore/my table',
  ])('LINK-2.1 %s is ours', (link) => {
    expect(isOurs(link)).toBe(true);
  });

  test.each([
    ['a protocol-relative address', '//evil.example/explore'],
    ['a protocol-relative address on our own host', '//causeway.test/explore'],
    ['script', 'javascript:alert(1)'],
    ['script that names our host', 'javascript://causeway.test/%0aalert(1)'],
    ['data', 'data:text/html,causeway.test'],
    ['a look-alike ending', 'https://notcauseway.test/explore'],
    ['a look-alike beginning', 'https://causeway.test.evil.example/explore'],
    ['a look-alike letter', 'https://cаuseway.test/explore'],
    ['a dash instead of a dot', 'https://app-causeway.test/explore'],
    ['our host as a user name', 'https://causeway.test@evil.example/explore'],
    ['our host as a password', 'https://x:causeway.test@evil.example/explore'],
    ['a user name on our host', 'https://user@causeway.test/explore'],
    ['an empty user name', 'https://@causeway.test/explore'],
    ['a port nobody configured', 'https://causeway.test:8443/explore'],
    ['localhost on another port', 'http://localhost:9999/explore'],
    ['a backslash after the slash', '/\\evil.example'],
    ['a backslash in the host', 'https://causeway.test\\@evil.example/'],
    ['a tab that browsers drop', '/\t/evil.example'],
    ['a line break that browsers drop', 'https://causeway.test\n.evil.example/'],
    ['a null character', '/explore\u0000'],
    ['dots that lead to two slashes', '/.//evil.example'],
    ['two slashes on our host', 'https://causeway.test//evil.example'],
    ['another protocol', 'ftp://causeway.test/explore'],
    ['one slash after the protocol', 'https:/causeway.test/explore'],
    ['a host without protocol', 'causeway.test/explore'],
    ['a relative path without slash', 'explore/orders'],
    ['a leading space', ' /explore'],
    ['a closing dot', 'https://causeway.test./explore'],
    ['no text', ''],
  ])('LINK-2.1 %s is not ours: %s', (_, link) => {
    expect(isOurs(link)).toBe(false);
  });

  test('LINK-2.2 own hosts can be handed over, with their ports', () => {
    const hosts = ['data.example.org:8443', 'localhost:3000'];
    const isOwn = (link: string) => parseLink(withIds(link), hosts).isValid;
    expect(isOwn('https://data.example.org:8443/sql')).toBe(true);
    expect(isOwn('https://eu.data.example.org:8443/sql')).toBe(true);
    expect(isOwn('http://localhost:3000/sql')).toBe(true);
    expect(isOwn('https://data.example.org/sql')).toBe(false);
    expect(isOwn('http://localhost:3001/sql')).toBe(false);
    expect(isOwn('https://causeway.test/sql')).toBe(false);
  });

  test('LINK-2.1 whatever is recognised as ours stays on one of our hosts in a browser', () => {
    const marks = fc.constantFrom(
      '/',
      '\\',
      '@',
      ':',
      '.',
      '?',
      '#',
      '%2f',
      '%5c',
      '\t',
      '\n',
      ' ',
    );
    const words = fc.constantFrom('https:', 'javascript:', 'evil.example', 'causeway.test', '3000');
    const trickyText = fc
      .array(fc.oneof(marks, words), { maxLength: 12 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(trickyText, (text) => {
        const path = findOwnPath(text);
        if (path === undefined) return;
        const opened = new URL(path, 'https://app.causeway.test');
        expect(opened.host).toBe('app.causeway.test');
        const asWritten = new URL(text, 'https://app.causeway.test').hostname;
        expect(
          defaultOwnHosts.some((host) => asWritten === host || asWritten.endsWith(`.${host}`)),
        ).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('LINK-3 parsed links', () => {
  test('LINK-3 a link is read into project, connector, path and domain', () => {
    expect(parseLink(`https://app.causeway.test/explore/a%20b?${ids}&sort=name`)).toEqual({
      projectId: 'p1',
      connectorId: 'c1',
      path: '/explore/a%20b',
      domain: 'app.causeway.test',
      isValid: true,
    });
  });

  test('LINK-3 the root page has no path', () => {
    const link = parseLink(`https://causeway.test/?${ids}`);
    expect(link.isValid).toBe(true);
    expect(link).not.toHaveProperty('path');
  });

  test('LINK-3 a relative link belongs to the first own host', () => {
    expect(parseLink(`/sql?${ids}`, ['data.example.org:8443', 'localhost']).domain).toBe(
      'data.example.org',
    );
  });

  test.each(['', 'projectId=p1', 'connectorId=c1', 'projectId=&connectorId=c1'])(
    'LINK-3 a link that lacks an id is invalid (%s)',
    (query) => {
      expect(parseLink(`/explore?${query}`).isValid).toBe(false);
    },
  );

  test('LINK-3 the address of a project without connectors is a valid link', () => {
    expect(parseLink('/settings?projectId=p1&connectorId=null').isValid).toBe(true);
  });

  test('LINK-3 a link from another host is invalid even with both ids', () => {
    const link = parseLink(`https://evil.example/explore?${ids}`);
    expect(link).toMatchObject({ domain: 'evil.example', projectId: 'p1', isValid: false });
    expect(linkKindOf(link)).toBe('invalid');
  });

  test('LINK-3 reading a link never fails, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => parseLink(text)).not.toThrow();
      }),
    );
  });
});

function rowOf(link: string) {
  return linkKinds[linkKindOf(parseLink(link))];
}

function isOurs(link: string): boolean {
  return parseLink(withIds(link)).isValid;
}

function withIds(link: string): string {
  return `${link}?${ids}`;
}
