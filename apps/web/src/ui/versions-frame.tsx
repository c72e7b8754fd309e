import type { ReactNode } from 'react';
import classes from './versions-frame.module.css';

type Entry<Key> = { key: Key; name: string; detail: string };

type VersionsFrameProps<Key extends string | number> = {
  versions: readonly Entry<Key>[];
  chosen: Key;
  onChoose: (key: Key) => void;
  /** As high as the window allows, for what is looked at rather than read. */
  isTall?: boolean;
  /** Below the list, as for older ones. */
  more?: ReactNode;
  /** What is shown of the chosen one. */
  children: ReactNode;
};

/** Versions in a list, the newest first, and beside it the one that was chosen. */
export function VersionsFrame<Key extends string | number>(props: VersionsFrameProps<Key>) {
  const { versions, chosen, onChoose, isTall = false, more, children } = props;
  return (
    <div className={classes.versions} data-tall={isTall || undefined}>
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
