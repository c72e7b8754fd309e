import { Icon, type IconName } from '#ui/icon.tsx';
import { icons } from '#ui/icons.ts';
import { moreIcons } from '#ui/more-icons.ts';
import classes from './ui-icons.module.css';

export function UiIcons() {
  return (
    <ul className={classes.icons}>
      {(Object.keys({ ...icons, ...moreIcons }) as IconName[]).map((name) => (
        <li key={name}>
          <Icon name={name} size={18} />
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}
