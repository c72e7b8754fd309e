import type { LocalizedText } from '@causeway/contract/snippets/snippet.ts';
import { textIn } from '@causeway/contract/translatable.ts';
import { useTranslation } from 'react-i18next';
import { TextDifference } from '#platform/code-editor/text-difference.tsx';
import { useContentLanguage } from '#platform/settings/content-language.ts';
import classes from './snippet-difference.module.css';

type Content = { title: LocalizedText; text: LocalizedText; sql: string };

/** What went and what came in title, text and SQL; the title is told also where it stayed. */
export function SnippetDifference({ before, after }: { before?: Content; after: Content }) {
  const { t } = useTranslation('snippets');
  const language = useContentLanguage();
  const [title, oldTitle] = [after, before].map((one) => one && textIn(one.title, language));
  const [text, oldText] = [after, before].map((one) => one && textIn(one.text, language));
  return (
    <>
      <p className={classes.title}>
        {oldTitle !== undefined && oldTitle !== title && <del>{oldTitle}</del>} {title}
      </p>
      {oldText !== undefined && oldText !== text && (
        <TextDifference
          isSql={false}
          className={classes.text}
          before={oldText}
          after={text ?? ''}
          label={t('versions.text')}
        />
      )}
      <TextDifference
        isSql
        className={classes.difference}
        before={before?.sql}
        after={after.sql}
        label={t('versions.difference')}
      />
    </>
  );
}
