import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import Markdown from './markdown.tsx';

test('OBJ-3 markdown of anybody brings no HTML of its own, no script and no picture from elsewhere', () => {
  const { container } = render(
    <Markdown
      text={[
        '# Title',
        '<img src=x onerror=alert(1)><script>alert(1)</script>',
        '[bad](javascript:alert(1)) [good](https://example.test)',
        '![a "picture"](https://example.test/a.png)',
      ].join('\n\n')}
    />,
  );
  expect(container.querySelector('h1')?.textContent).toBe('Title');
  expect(container.querySelectorAll('img, script, iframe')).toHaveLength(0);
  expect(container.textContent).toContain('<script>');
  const links = [...container.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(['https://example.test', 'https://example.test/a.png']);
  expect(container.querySelector('a')?.rel).toBe('noopener noreferrer');
});
