import type { ReactNode, Ref } from 'react';
import classes from './tile-frame.module.css';

type TileFrameProps = {
  title: string;
  tools?: ReactNode;
  /** Text stands on the page itself. */
  isPlain?: boolean;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
};

export function TileFrame({ title, tools, isPlain = false, ref, children }: TileFrameProps) {
  return (
    <section
      ref={ref}
      className={classes.frame}
      data-plain={isPlain || undefined}
      aria-label={title}
    >
      {(title !== '' || tools) && (
        <header className={classes.head}>
          <h2 className={classes.title} title={title}>
            {title}
          </h2>
          {tools && <div className={classes.tools}>{tools}</div>}
        </header>
      )}
      <div className={classes.body} data-values>
        {children}
      </div>
    </section>
  );
}
