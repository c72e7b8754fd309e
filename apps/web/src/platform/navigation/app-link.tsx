import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';

type AppLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string;
  ref?: Ref<HTMLAnchorElement>;
};

/** A link inside the product by its address, as it is kept in pins, recent pages and messages. */
export function AppLink({ href, onClick, children, ...rest }: AppLinkProps) {
  const openHref = useOpenHref();
  function open(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event) || rest.target) return;
    event.preventDefault();
    openHref(href);
  }
  return (
    <a {...rest} href={href} onClick={open}>
      {children}
    </a>
  );
}

export function useOpenHref(): (href: string, options?: { replace?: boolean }) => void {
  const { history } = useRouter();
  return (href, { replace = false } = {}) => {
    const { pathname, search, hash } = new URL(href, location.origin);
    (replace ? history.replace : history.push)(pathname + search + hash);
  };
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
