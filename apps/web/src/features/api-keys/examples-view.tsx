import type { Project } from '@causeway/contract/projects.ts';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBox } from '#ui/code-box.tsx';
import { type ExampleLanguage, exampleLanguages, firstCallOf, writeExample } from './examples.ts';
import classes from './examples-view.module.css';

const names: Record<ExampleLanguage, string> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
};

type ExamplesViewProps = { project: Project; scopes: readonly string[]; secret?: string };

/** A first call to copy, in three languages. */
export function ExamplesView({ project, scopes, secret }: ExamplesViewProps) {
  const { t } = useTranslation('api-keys');
  const [language, setLanguage] = useState<ExampleLanguage>('curl');
  const { origin } = globalThis.location;
  const text = writeExample(language, origin, firstCallOf(project, scopes));
  return (
    <div className={classes.examples}>
      <SegmentedControl
        size="xs"
        className={classes.languages}
        aria-label={t('examples.language')}
        value={language}
        data={exampleLanguages.map((value) => ({ value, label: names[value] }))}
        onChange={setLanguage}
      />
      <CodeBox label={t('examples.setKey')} text={`export CAUSEWAY_KEY=${secret ?? 'cwk_…'}`} />
      <CodeBox label={t('examples.call')} text={text} />
      <p className={classes.line}>
        {t('examples.rest')}{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer">
          /api/docs
        </a>
      </p>
    </div>
  );
}
