import type { ComponentProps, ReactNode } from 'react';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import classes from './debug-layout.module.css';
import { DebugNav } from './debug-nav.tsx';

type DebugLayoutProps = ComponentProps<typeof PageHeader> & {
  current: ComponentProps<typeof DebugNav>['current'];
  children: ReactNode;
};

export function DebugLayout({ current, children, ...header }: DebugLayoutProps) {
  return (
    <PageFrame isWide>
      <PageHeader {...header} />
      <DebugNav current={current} />
      {children}
    </PageFrame>
  );
}

export function DebugSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </section>
  );
}
