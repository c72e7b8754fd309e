import type { ReactNode } from 'react';

type Props = { className: string | undefined; label?: string; children: ReactNode };

/** Text as it stands, that scrolls inside its frame, with the keyboard too. */
export function ScrolledText({ className, label, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <pre className={className} aria-label={label} tabIndex={0}>
      {children}
    </pre>
  );
}
