import type { ReactNode } from 'react';
import { Icon, type IconName } from '#ui/icon.tsx';
import classes from './artifact-frame.module.css';

type ArtifactFrameProps = {
  icon: IconName;
  title: string;
  actions?: ReactNode;
  children: ReactNode;
};

/** What all artifacts share: a bar with what it is and what can be done with it. */
export function ArtifactFrame({ icon, title, actions, children }: ArtifactFrameProps) {
  return (
    <article className={classes.frame} aria-label={title}>
      <header className={classes.bar}>
        <Icon name={icon} />
        <h3 className={classes.title}>{title}</h3>
        {actions}
      </header>
      {children}
    </article>
  );
}
