import type { ReactNode } from 'react';
import classes from './versions-frame.module.css';

export type VersionEntry = { key: number; name: string; detail: string };

type VersionsFrameProps = {
  versions: readonly VersionEntry[];
  chosen: number;
  onChoose: (key: number) => void;
  /** Below the list, as for older ones. */
  more?: ReactNode;
  /** What is shown of the chosen one. */
  children: ReactNode;
};

/** Versions in a list, the newest first, and beside it the one that was chosen. */
export function VersionsFrame({ versions, chosen, onChoose, more, children }: VersionsFrameProps) {
  return (
    <div className={classes.versions}>
      <div className={classes.list}>
        <ol>
          {versions.map(({ key, name, detail }) => (
            <li key={key}>
              <button
                type="button"
                className={classes.version}
                aria-current={key === chosen}
                onClick={() => onChoose(key)}
              >
                <b>{name}</b>
                <span>{detail}</span>
              </button>
            </li>
          ))}
        </ol>
        {more}
      </div>
      <div className={classes.chosen}>{children}</div>
    </div>
  );
}
