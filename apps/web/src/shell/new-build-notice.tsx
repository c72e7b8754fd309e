import { useTranslation } from 'react-i18next';
import { useNewerBuild } from '#platform/builds/builds.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './new-build-notice.module.css';

/** A quiet pill. The page also takes the new build by itself on the next navigation (watch-errors.ts). */
export function NewBuildNotice() {
  const { t } = useTranslation('shell');
  const isThere = useNewerBuild();
  return (
    <output className={classes.place}>
      {isThere && (
        <button type="button" className={classes.pill} onClick={() => location.reload()}>
          <Icon name="refresh" size={14} />
          {t('newBuild.notice')}
          <strong>{t('newBuild.reload')}</strong>
        </button>
      )}
    </output>
  );
}
