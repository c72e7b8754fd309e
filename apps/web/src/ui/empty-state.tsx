import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';
import { Icon, type IconName } from './icon.tsx';

type EmptyStateProps = {
  icon: IconName;
  title: string;
  /** One line: what this is. */
  line: string;
  /** One button: do it. */
  action?: ReactNode;
  /** One sample: try it. */
  sample?: ReactNode;
};

export function EmptyState({ icon, title, line, action, sample }: EmptyStateProps) {
  return (
    <section className={classes.empty}>
      <span className={classes.mark}>
        <Icon name={icon} size={22} />
      </span>
      <Text component="h2" className={classes.title}>
        {title}
      </Text>
      <Text className={classes.line}>{line}</Text>
      {action && <div className={classes.action}>{action}</div>}
      {sample && <div className={classes.sample}>{sample}</div>}
    </section>
  );
}
