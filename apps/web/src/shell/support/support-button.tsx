import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '#platform/i18n/i18n.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './support.module.css';

const SupportPanel = lazy(async () => {
  const [panel] = await Promise.all([import('./support-panel.tsx'), loadTexts('support')]);
  return panel;
});

/** In the lower left corner, where it covers nothing of a page. */
export function SupportButton() {
  const { t } = useTranslation('shell');
  const { flags, impersonator } = useCurrentUser();
  const [isOpen, setOpen] = useState(false);
  if (!flags.includes('support') || impersonator) return null;
  return (
    <div className={classes.foot} data-support>
      <button
        type="button"
        className={classes.button}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="help" />
        {t('support.open')}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <SupportPanel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
