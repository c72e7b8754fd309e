import { useTranslation } from 'react-i18next';
import classes from './tile-skeletons.module.css';

const COUNT = 18;

export function TileSkeletons() {
  const { t } = useTranslation('ui');
  return (
    <output className={classes.tiles} aria-label={t('ui:loading')}>
      {Array.from({ length: COUNT }, (_, index) => (
        <span key={index} className={classes.tile} />
      ))}
    </output>
  );
}
