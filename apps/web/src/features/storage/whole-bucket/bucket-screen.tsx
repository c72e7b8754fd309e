import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { fillPage } from '#ui/fill-page.ts';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { iconsOfScreens } from '../bucket-menu.tsx';
import type { Bucket } from '../bucket.ts';
import { bucketScreens, type BucketScreen } from '../folder-view.ts';
import { useExploreHref } from '../use-folder-view.ts';
import classes from './bucket-screen.module.css';
import { DuplicatesScreen } from './duplicates-screen.tsx';
import { SearchScreen } from './search-screen.tsx';
import { TrashScreen } from './trash-screen.tsx';
import { UsageScreen } from './usage-screen.tsx';

export type ScreenProps = { bucket: Bucket; folder: string };

const screens = {
  search: SearchScreen,
  usage: UsageScreen,
  duplicates: DuplicatesScreen,
  trash: TrashScreen,
};

type BucketScreenPageProps = ScreenProps & { screen: BucketScreen };

/** A look at the whole bucket, or at everything below one of its folders. */
export default function BucketScreenPage({ bucket, folder, screen }: BucketScreenPageProps) {
  const { t } = useTranslation('storage');
  const exploreHref = useExploreHref();
  const Screen = screens[screen];
  const tabs = [
    { href: exploreHref(folder), label: t('screen.files'), icon: 'folder', isCurrent: false },
    ...bucketScreens.map((one) => ({
      href: exploreHref(folder, { screen: one }),
      label: t(`screen.${one}`),
      icon: iconsOfScreens[one],
      isCurrent: one === screen,
    })),
  ] as const;
  return (
    <div className={classes.page} ref={fillPage}>
      <header className={classes.header}>
        <Breadcrumbs bucket={bucket} folder={folder} />
        <nav className={classes.tabs} aria-label={t('screen.menu')}>
          {tabs.map(({ href, label, icon, isCurrent }) => (
            <AppLink
              key={href}
              className={classes.tab}
              href={href}
              aria-label={label}
              aria-current={isCurrent ? 'page' : undefined}
            >
              <Icon name={icon} size={14} />
              <span>{label}</span>
            </AppLink>
          ))}
        </nav>
      </header>
      <div className={classes.body}>
        <Screen key={`${screen} ${folder}`} bucket={bucket} folder={folder} />
      </div>
    </div>
  );
}
