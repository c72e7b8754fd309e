import { isFolder } from '@causeway/contract/file-types.ts';
import { useState, type DragEvent } from 'react';
import { folderOf } from '#domain/storage/storage-keys.ts';
import type { Bucket } from '../bucket.ts';
import { transferObjects } from '../jobs.ts';
import { movedTo } from '../keys.ts';
import { dropFromListings } from '../storage-query.ts';

const TYPE = 'application/x-causeway-objects';

/** What is being dragged: browsers tell it only once it is dropped, and folders have to know before. */
let underWay: { connectorId: string; keys: string[] } | undefined;

/** Objects that can be picked up with the pointer and put into a folder. */
export function draggedFrom(bucket: Bucket, pickUp: () => string[]) {
  if (!bucket.canWrite) return {};
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      underWay = { connectorId: bucket.connectorId, keys: pickUp() };
      dataTransfer.setData(TYPE, '');
      dataTransfer.effectAllowed = 'copyMove';
    },
    onDragEnd: () => {
      underWay = undefined;
    },
  };
}

/** A folder that takes what is dropped on it: moved, or copied with the key of the system for that. */
export function useDropInto(bucket: Bucket, folder: string) {
  const [isOver, setIsOver] = useState(false);
  return {
    'data-drop': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!canTake(bucket, folder)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = isCopy(event) ? 'copy' : 'move';
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      setIsOver(false);
      if (!underWay || !canTake(bucket, folder)) return;
      event.preventDefault();
      event.stopPropagation();
      put(bucket, underWay.keys, folder, isCopy(event) ? 'copy' : 'move');
    },
  };
}

function canTake(bucket: Bucket, folder: string): boolean {
  if (underWay?.connectorId !== bucket.connectorId) return false;
  return canMoveInto(underWay.keys, folder);
}

/** Neither where it is already, nor into itself. */
export function canMoveInto(keys: string[], folder: string): boolean {
  return keys.every((key) => {
    const isInside = isFolder(key) && folder.startsWith(key);
    return !isInside && folderOf(key) !== folder;
  });
}

function put(bucket: Bucket, keys: string[], folder: string, kind: 'copy' | 'move'): void {
  const items = keys.map((key) => ({ from: key, to: movedTo(key, folder) }));
  if (kind === 'move') dropFromListings(bucket, keys);
  void transferObjects(bucket, kind, items);
}

function isCopy({ ctrlKey, altKey }: DragEvent): boolean {
  return ctrlKey || altKey;
}
