import { useEffect, useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { fillPage } from '#ui/fill-page.ts';
import classes from './drop-zone.module.css';
import { namePasted, readDropped, type DroppedFile } from '../transfers/dropped-files.ts';

type DropZoneProps = {
  /** Where dropped files go, for people. */
  target: string;
  isEnabled: boolean;
  onFiles: (files: DroppedFile[]) => void;
  children: ReactNode;
};

/** The whole page takes files that are dropped on it, and those that are pasted. */
export function DropZone({ target, isEnabled, onFiles, children }: DropZoneProps) {
  const { t } = useTranslation('storage');
  // Entering a child leaves its parent, so only the difference tells whether the pointer is inside.
  const [depth, setDepth] = useState(0);
  usePastedFiles(isEnabled, onFiles);

  function take(event: DragEvent) {
    event.preventDefault();
    setDepth(0);
    void readDropped(event.dataTransfer).then(onFiles);
  }

  const handlers = isEnabled && {
    onDragEnter: (event: DragEvent) => hasFiles(event) && setDepth((before) => before + 1),
    onDragLeave: (event: DragEvent) => hasFiles(event) && setDepth((before) => before - 1),
    onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
    onDrop: take,
  };
  return (
    <div className={classes.zone} ref={fillPage} {...handlers}>
      {children}
      {depth > 0 && (
        <div className={classes.target}>
          <Icon name="upload" size={28} />
          {t('drop.here', { folder: target })}
        </div>
      )}
    </div>
  );
}

function usePastedFiles(isEnabled: boolean, onFiles: (files: DroppedFile[]) => void): void {
  useEffect(() => {
    if (!isEnabled) return undefined;
    function take({ clipboardData, target }: ClipboardEvent) {
      const isInField = target instanceof HTMLElement && target.matches('input, textarea');
      if (!clipboardData || clipboardData.files.length === 0 || isInField) return;
      void readDropped(clipboardData).then((files) => onFiles(namePasted(files)));
    }
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [isEnabled, onFiles]);
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}
