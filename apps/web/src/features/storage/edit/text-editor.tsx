import type { ObjectDetails } from '@causeway/contract/storage/objects.ts';
import { isJsonLike } from '@causeway/contract/json-text.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from '@tanstack/react-router';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { findJsonProblem } from '#domain/value-editors/json-problem.ts';
import { prettyJson } from '#domain/value-editors/pretty-json.ts';
import { Icon } from '#ui/icon.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import type { Bucket } from '../bucket.ts';
import { useEditHref } from '../use-folder-view.ts';
import { FileFrame } from './file-frame.tsx';
import { parseNodes, pathAt, type JsonNode, type JsonPath } from './json-nodes.ts';
import { listRowObjects } from './json-rows.ts';
import classes from './text-editor.module.css';
import type { EditorKind } from './text-file.tsx';
import { useFileDraft, type FileBase } from './use-file-draft.ts';
import { SavingFailed } from './saving-failed.tsx';
import { useLeaveQuestion } from './use-leave-question.ts';

const CodeEditor = lazy(() => import('./code-editor.tsx'));
const JsonTree = lazy(() => import('./json-tree.tsx'));
const UnparsedTree = lazy(() => import('./unparsed-tree.tsx'));
const JsonTable = lazy(() => import('./json-table.tsx'));
const CsvGrid = lazy(() => import('./csv-grid.tsx'));
const Markdown = lazy(() => import('#platform/markdown/markdown.tsx'));
const ConflictDialog = lazy(() => import('./conflict-dialog.tsx'));

type View = 'code' | 'tree' | 'table' | 'split' | 'preview';

const viewsOf: Record<EditorKind, [View, ...View[]]> = {
  json: ['code', 'tree', 'table'],
  markdown: ['split', 'code', 'preview'],
  csv: ['table', 'code'],
  text: ['code'],
};

type TextEditorProps = {
  bucket: Bucket;
  details: ObjectDetails;
  loaded: FileBase;
  kind: EditorKind;
  /** Why it can only be read; undefined when it can be changed. */
  notice: string | undefined;
};

export function TextEditor({ bucket, details, loaded, kind, notice }: TextEditorProps) {
  const { t } = useTranslation('storage');
  const { path, contentType } = details;
  const draft = useFileDraft({ bucket, path, loaded, contentType });
  const { text, setText, isDirty, isSaving, conflict } = draft;
  const { view, chooseView } = useView(path, viewsOf[kind]);
  const [cursor, setCursor] = useState(0);
  const isJson = kind === 'json' || (kind === 'text' && isJsonLike(text));
  const json = useMemo(() => (isJson ? readJson(text) : undefined), [isJson, text]);
  const isInvalid = kind === 'json' && json?.problem !== undefined;
  const isReadOnly = notice !== undefined;
  const canSave = isDirty && !isInvalid && !isSaving && !isReadOnly;
  const savesAgain = useRef(false);
  // What is asked for while it is saved is done right after it.
  const save = () => {
    if (isSaving) savesAgain.current = true;
    else if (canSave) draft.save();
  };
  useEffect(() => {
    if (isSaving || !savesAgain.current) return;
    savesAgain.current = false;
    if (canSave && !conflict && draft.problem === undefined) draft.save();
  }, [isSaving, canSave, conflict, draft]);
  useLeaveQuestion(isDirty);
  // In fields and in the code editor too: that is where one types.
  useHotkeys([['mod+S', save]], [], true);

  const nodes = json?.nodes;
  const tableText = nodes && listRowObjects(nodes) ? undefined : t('json.noTable');
  return (
    <FileFrame
      bucket={bucket}
      details={details}
      isDirty={isDirty}
      notice={
        draft.problem === undefined ? (
          notice
        ) : (
          <SavingFailed problem={draft.problem} isSaving={isSaving} onRetry={save} />
        )
      }
      onRestored={() => void draft.reload()}
      tools={
        <>
          {viewsOf[kind].length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label={t('edit.view')}
              value={view}
              onChange={(next) => chooseView(viewsOf[kind].find((one) => one === next) ?? 'code')}
              data={viewsOf[kind].map((value) => ({ value, label: t(`edit.views.${value}`) }))}
            />
          )}
          {kind === 'json' && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              className={classes.format}
              aria-label={t('edit.format')}
              title={t('edit.format')}
              disabled={isInvalid || isReadOnly}
              onClick={() => setText(`${prettyJson(text)}\n`)}
            >
              <Icon name="wand" />
              <span className={classes.word}>{t('edit.format')}</span>
            </Button>
          )}
          <Button
            size="compact-sm"
            disabled={!canSave}
            loading={isSaving}
            onClick={save}
            title={isInvalid ? t('edit.invalidSave') : undefined}
          >
            {t('edit.save')}
          </Button>
        </>
      }
      status={
        <Status
          text={text}
          isDirty={isDirty}
          problem={kind === 'json' || isJson ? json?.problem : undefined}
          path={nodes && view === 'code' ? pathAt(nodes, cursor) : undefined}
          isJson={isJson}
        />
      }
    >
      <Suspense fallback={<Loading />}>
        <div className={classes.views} data-view={view}>
          {(view === 'code' || view === 'split') && (
            <CodeEditor
              label={path}
              text={text}
              language={isJson ? 'json' : kind === 'markdown' ? 'markdown' : 'text'}
              isReadOnly={isReadOnly}
              problem={json?.problem?.place}
              onText={setText}
              onCursor={setCursor}
            />
          )}
          {(view === 'preview' || view === 'split') && (
            <div className={classes.paper}>
              <Markdown text={text} />
            </div>
          )}
          {view === 'tree' &&
            (nodes ? (
              <JsonTree text={text} root={nodes} isReadOnly={isReadOnly} onText={setText} />
            ) : (
              <UnparsedTree text={text} />
            ))}
          {view === 'table' &&
            kind === 'json' &&
            (nodes && !tableText ? (
              <JsonTable text={text} root={nodes} isReadOnly={isReadOnly} onText={setText} />
            ) : (
              <p className={classes.hint}>{nodes ? tableText : t('json.invalid')}</p>
            ))}
          {view === 'table' && kind === 'csv' && (
            <CsvGrid text={text} isReadOnly={isReadOnly} onText={setText} />
          )}
        </div>
        {conflict && (
          <ConflictDialog
            mine={text}
            theirs={conflict.theirs}
            isSaving={isSaving}
            onKeepMine={(mine) => draft.saveOver(mine, conflict.theirs)}
            onTakeTheirs={draft.takeTheirs}
            onClose={draft.closeConflict}
          />
        )}
      </Suspense>
    </FileFrame>
  );
}

function Loading() {
  return (
    <div className={classes.loading}>
      <SkeletonLines count={16} />
    </div>
  );
}

/** Which view is open stands in the address. */
function useView(path: string, views: [View, ...View[]]) {
  const { view: asked } = useSearch({ strict: false }) as { view?: unknown };
  const openHref = useOpenHref();
  const editHref = useEditHref();
  const [usual] = views;
  const view = views.find((one) => one === asked) ?? usual;
  function chooseView(next: View) {
    const href = editHref(path);
    openHref(next === usual ? href : `${href}&view=${next}`, { replace: true });
  }
  return { view, chooseView };
}

type ReadJson = {
  nodes?: JsonNode;
  problem?: { line: number; column: number; place: number };
};

function readJson(text: string): ReadJson {
  const problem = findJsonProblem(text);
  if (!problem) return { nodes: parseNodes(text) };
  const lines = text.split('\n').slice(0, problem.line - 1);
  const before = lines.reduce((length, line) => length + line.length + 1, 0);
  return { problem: { ...problem, place: before + problem.column - 1 } };
}

type StatusProps = {
  text: string;
  isDirty: boolean;
  isJson: boolean;
  problem: ReadJson['problem'];
  path: JsonPath | undefined;
};

function Status({ text, isDirty, isJson, problem, path }: StatusProps) {
  const { t } = useTranslation('storage');
  const { number } = useFormats();
  return (
    <>
      {isJson && (
        <span className={problem ? classes.problem : classes.valid} aria-live="polite">
          <Icon name={problem ? 'warning' : 'check'} size={13} />{' '}
          {problem
            ? t('json.problem', { line: problem.line, column: problem.column })
            : t('json.valid')}
        </span>
      )}
      {path && path.length > 0 && <code className={classes.path}>{shownPath(path)}</code>}
      <span className={classes.end}>
        {isDirty ? t('edit.unsaved') : t('edit.saved')} ·{' '}
        {t('edit.characters', { count: text.length, number: number(text.length) })}
      </span>
    </>
  );
}

function shownPath(path: JsonPath): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `› ${step}`))
    .join(' ')
    .replace(/^› /, '');
}
