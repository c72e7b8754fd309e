import { Button } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { handConnectionUrl } from '#domain/connectors/handed-url.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import classes from './connect-panel.module.css';

/** Who has an address at hand need not choose what it is an address of. */
export function UrlLine({ hrefOf }: { hrefOf: (kind: 'sql' | 's3') => string }) {
  const { t } = useTranslation('first-run');
  const openHref = useOpenHref();
  const [url, setUrl] = useState('');

  function connect(event: SyntheticEvent) {
    event.preventDefault();
    if (url.trim() === '') return;
    handConnectionUrl(url);
    openHref(hrefOf(/^\s*(s3|https?):/i.test(url) ? 's3' : 'sql'));
  }

  return (
    <form className={classes.url} onSubmit={connect}>
      {/* A plain one: home goes without the parts of forms. */}
      <label className={classes.urlField}>
        {t('url')}
        <input
          className={classes.input}
          placeholder="postgres://user:password@host:5432/database"
          autoComplete="off"
          spellCheck={false}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
      </label>
      <Button type="submit" disabled={url.trim() === ''}>
        {t('connect')}
      </Button>
    </form>
  );
}
