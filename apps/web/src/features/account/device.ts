import Bowser from 'bowser';

/** What a browser says about itself, in words people use; it is only a hint. */
export function deviceOf(userAgent: string | null): { browser: string; system: string } {
  if (!userAgent) return { browser: '', system: '' };
  const { browser, os } = Bowser.parse(userAgent);
  const version = browser.version?.split('.')[0] ?? '';
  return {
    browser: browser.name ? `${browser.name} ${version}`.trim() : '',
    system: os.name ?? '',
  };
}
