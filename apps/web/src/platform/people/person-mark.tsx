import { avatarPath } from '@causeway/contract/avatar-path.ts';
import classes from './person-mark.module.css';

type PersonMarkProps = { name: string; avatar: string | null; size?: 26 | 20 | 36 | 72 };

/** Somebody's picture, or their initials. Their name stands beside it, so it says nothing itself. */
export function PersonMark({ name, avatar, size = 26 }: PersonMarkProps) {
  return (
    <span
      className={classes.mark}
      data-size={size}
      data-initials={avatar ? '' : initialsOf(name)}
      aria-hidden
    >
      {avatar && <img className={classes.picture} src={avatarPath(avatar)} alt="" loading="lazy" />}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0] ?? '');
  return letters.join('').toUpperCase();
}
