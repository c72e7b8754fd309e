import { Icon } from '#ui/icon.tsx';
import { icons, type IconName } from '#ui/icons.ts';
import classes from './ui-icons.module.css';

export function UiIcons() {
  return (
    <ul className={classes.icons}>
      {(Object.keys(icons) as IconName[]).map((name) => (
        <li key={name}>
          <Icon name={name} size={18} />
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}
