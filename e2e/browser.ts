/**
 * The browser that journeys and measurements open: the one named by BROWSER_PATH, else Debian's. Other
 * systems have none at that place; there it is the one Playwright keeps for itself.
 */
export function findBrowser(): { executablePath: string } | Record<string, never> {
  const named = process.env.BROWSER_PATH;
  if (named) return { executablePath: named };
  return process.platform === 'linux' ? { executablePath: '/usr/bin/chromium-headless-shell' } : {};
}
