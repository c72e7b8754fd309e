import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import classes from './home.module.css';

type HomeLinkProps = {
  href: string;
  icon: IconName;
  name: string;
  detail?: string | undefined;
  aside?: string;
};

export function HomeLink({ href, icon, name, detail, aside }: HomeLinkProps) {
  return (
    <li>
      <AppLink href={href} className={classes.link}>
        <Icon name={icon} />
        <span className={classes.name}>{name}</span>
        {detail && <span className={classes.detail}>{detail}</span>}
        {aside && <span className={classes.aside}>{aside}</span>}
      </AppLink>
    </li>
  );
}
