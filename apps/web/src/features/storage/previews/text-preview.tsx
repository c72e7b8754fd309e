import { formatBytes } from '@causeway/contract/bytes.ts';
import { fileTypeOf } from '@causeway/contract/file-types.ts';
import {
  PREVIEW_BYTES,
  type TextPreview as TextWindow,
} from '@causeway/contract/storage/previews.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findJsonProblem } from '#domain/value-editors/json-problem.ts';
import { prettyJson } from '#domain/value-editors/pretty-json.ts';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import type { Bucket } from '../bucket.ts';
import type { ObjectItem } from '../storage-query.ts';
import classes from './text-preview.module.css';
import { textQuery } from './text-query.ts';

const JsonText = lazy(() => import('./json-text.tsx'));
const Markdown = lazy(() => import('#platform/markdown/markdown.tsx'));

/** A window of a text; a long one is looked through window by window. */
export function TextPreview({ bucket, item }: { bucket: Bucket; item: ObjectItem }) {
  const { t, i18n } = useTranslation('storage');
  const [from, setFrom] = useState(0);
  const text = useQuery(textQuery(bucket, item.path, { from }));
  const size = (bytes: number) => formatBytes(bytes, i18n.language);
  return (
    <div className={classes.text}>
      <QueryView
        query={text}
        skeleton={<SkeletonLines count={14} />}
        errorTitle={t('preview.failed')}
      >
        {(window) => (
          <>
            <Suspense fallback={<SkeletonLines count={14} />}>
              <Text name={item.name} window={window} />
            </Suspense>
            {(window.from > 0 || window.to < window.byte_size) && (
              <div className={classes.windows}>
                <span>
                  {t('preview.window', {
                    from: size(window.from),
                    to: size(window.to),
                    size: size(window.byte_size),
                  })}
                </span>
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={window.from === 0}
                  onClick={() => setFrom(Math.max(0, window.from - PREVIEW_BYTES))}
                >
                  {t('preview.before')}
                </Button>
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={window.to >= window.byte_size}
                  onClick={() => setFrom(window.to)}
                >
                  {t('preview.after')}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}

function Text({ name, window }: { name: string; window: TextWindow }) {
  const { t } = useTranslation('storage');
  const isWhole = window.from === 0 && window.to >= window.byte_size;
  const type = fileTypeOf(name);
  if (type === 'markdown' && isWhole) {
    return (
      <div className={classes.paper}>
        <Markdown text={window.text} />
      </div>
    );
  }
  if (type === 'json') {
    const isSound = isWhole && !findJsonProblem(window.text);
    return (
      <JsonText
        className={classes.json}
        text={isSound ? prettyJson(window.text) : window.text}
        label={t('preview.content')}
      />
    );
  }
  return (
    // A long text scrolls, which a keyboard needs a tab stop for.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={classes.code} tabIndex={0} aria-label={t('preview.content')}>
      {window.text}
    </pre>
  );
}
