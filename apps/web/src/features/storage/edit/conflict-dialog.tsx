import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { MergeView } from '@codemirror/merge';
import { Button, Group, Modal } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeTheme } from '#platform/code-editor/code-theme.ts';
import { keptLineEnds } from '#platform/code-editor/kept-line-ends.ts';
import classes from './conflict-dialog.module.css';
import type { FileBase } from './use-file-draft.ts';

type ConflictDialogProps = {
  mine: string;
  theirs: FileBase | undefined;
  isSaving: boolean;
  onKeepMine: (mine: string) => void;
  onTakeTheirs: (theirs: FileBase) => void;
  onClose: () => void;
};

/** Both texts side by side; what was mine can be changed here, piece by piece, before it is kept. */
export default function ConflictDialog(props: ConflictDialogProps) {
  const { mine, theirs, isSaving, onKeepMine, onTakeTheirs, onClose } = props;
  const { t } = useTranslation('storage');
  const [merged, setMerged] = useState(mine);
  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
      title={t('conflict.title')}
      size="min(1200px, 96vw)"
    >
      <p className={classes.line}>{t(theirs ? 'conflict.line' : 'conflict.gone')}</p>
      {theirs && <Difference mine={mine} theirs={theirs.text} onMine={setMerged} />}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('conflict.later')}
        </Button>
        {theirs && (
          <Button variant="default" onClick={() => onTakeTheirs(theirs)}>
            {t('conflict.theirs')}
          </Button>
        )}
        <Button loading={isSaving} onClick={() => onKeepMine(merged)}>
          {t('conflict.mine')}
        </Button>
      </Group>
    </Modal>
  );
}

type DifferenceProps = {
  mine: string;
  theirs: string;
  /** Told with every change that is made or taken over here. */
  onMine: (mine: string) => void;
};

function Difference({ mine, theirs, onMine }: DifferenceProps) {
  const { t } = useTranslation('storage');
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return undefined;
    const look = [lineNumbers(), EditorView.lineWrapping, codeTheme];
    const label = (text: string) => EditorView.contentAttributes.of({ 'aria-label': text });
    const listener = EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onMine(state.sliceDoc());
    });
    const view = new MergeView({
      parent: element.current,
      a: {
        doc: theirs,
        extensions: [
          look,
          keptLineEnds(theirs),
          label(t('conflict.theirText')),
          EditorState.readOnly.of(true),
        ],
      },
      b: {
        doc: mine,
        extensions: [look, keptLineEnds(mine), label(t('conflict.myText')), listener],
      },
      revertControls: 'a-to-b',
      collapseUnchanged: { margin: 3 },
      gutter: true,
    });
    return () => view.destroy();
  }, [mine, theirs, onMine, t]);
  return (
    <>
      <div className={classes.names} aria-hidden>
        <span>{t('conflict.theirText')}</span>
        <span>{t('conflict.myText')}</span>
      </div>
      <div ref={element} className={classes.difference} />
    </>
  );
}
