import type { ReactNode } from 'react';
import classes from './home.module.css';

type HomeCardProps = { title: string; empty?: ReactNode; children?: ReactNode };

export function HomeCard({ title, empty, children }: HomeCardProps) {
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>{title}</h2>
      {empty ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <ul className={classes.list}>{children}</ul>
      )}
    </section>
  );
}
