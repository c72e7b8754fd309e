import { isFolder } from '@causeway/contract/file-types.ts';
import type { MouseEvent } from 'react';
import type { Bucket } from '../bucket.ts';
import { draggedFrom, useDropInto } from './drag-objects.ts';
import type { FolderMode } from '../folder-view.ts';
import classes from './object-items.module.css';
import { ObjectRow } from './object-row.tsx';
import { ObjectTile } from './object-tile.tsx';
import type { ObjectItem } from '../storage-query.ts';

type ObjectOptionProps = {
  id: string;
  bucket: Bucket;
  item: ObjectItem;
  mode: FolderMode;
  /** Its place among all, from 1. */
  position: number;
  count: number;
  isActive: boolean;
  isSelected: boolean;
  onToggle: () => void;
  onClick: (event: MouseEvent) => void;
  onOpen: () => void;
  onMenu: (event: MouseEvent) => void;
  /** What goes along when this one is dragged. */
  onPickUp: () => string[];
};

/** One object or folder in the list: chosen, opened, dragged, and a folder takes what is dropped on it. */
export function ObjectOption(props: ObjectOptionProps) {
  const { bucket, item, mode, isSelected } = props;
  const dropInto = useDropInto(bucket, item.path);
  const Drawing = mode === 'tiles' ? ObjectTile : ObjectRow;
  return (
    // The keys are handled by the list, which has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={props.id}
      className={classes.item}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      aria-selected={isSelected}
      aria-setsize={props.count}
      aria-posinset={props.position}
      data-active={props.isActive || undefined}
      tabIndex={-1}
      onClick={props.onClick}
      onDoubleClick={props.onOpen}
      onContextMenu={props.onMenu}
      {...(!item.isDeleted && draggedFrom(bucket, props.onPickUp))}
      {...(isFolder(item.path) && !item.isDeleted && dropInto)}
    >
      <Drawing item={item} isSelected={isSelected} onToggle={props.onToggle} />
    </div>
  );
}
