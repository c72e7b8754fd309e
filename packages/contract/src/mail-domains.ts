/** `example.com`; of its subdomains only those that are named too. */
export const MAIL_DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
export const LONGEST_DOMAIN = 253;

/** The domain somebody means who types one, or an address of it; undefined where it is none. */
export function readMailDomain(text: string): string | undefined {
  const typed = text.trim().toLowerCase();
  const domain = typed.slice(typed.lastIndexOf('@') + 1);
  return domain.length <= LONGEST_DOMAIN && MAIL_DOMAIN.test(domain) ? domain : undefined;
}
