import { ActionIcon, TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import {
  addChild,
  listChildren,
  removeChild,
  replaceNode,
  shownText,
  typedAsJson,
  type JsonArray,
  type JsonNode,
  type JsonObject,
} from './json-nodes.ts';
import classes from './json-tree.module.css';

/** More children than these are shown on demand. */
const MOST = 100;
/** A level with more than these starts closed. */
const MOST_OPEN = 12;

const GLIMPSE = 160;

type TreeProps = { text: string; isReadOnly: boolean; onText: (text: string) => void };

export default function JsonTree({ root, ...tree }: TreeProps & { root: JsonNode }) {
  const { t } = useTranslation('storage');
  return (
    <ul className={classes.tree} aria-label={t('json.tree')}>
      <Branch {...tree} node={root} name={t('json.root')} isOpenAtFirst />
    </ul>
  );
}

type BranchProps = TreeProps & {
  node: JsonNode;
  name: string | number;
  isOpenAtFirst: boolean;
  onRemove?: () => void;
};

function Branch({ node, name, isOpenAtFirst, onRemove, ...tree }: BranchProps) {
  if (node.kind === 'object' || node.kind === 'array') {
    return <Parent {...tree} {...{ node, name, isOpenAtFirst, onRemove }} />;
  }
  return (
    <li className={classes.leaf}>
      <span className={classes.name}>{name}</span>
      <Scalar key={`${node.from} ${tree.text.length}`} {...tree} node={node} name={name} />
      {onRemove && <Remove name={name} onRemove={onRemove} />}
    </li>
  );
}

type ParentProps = Omit<BranchProps, 'node' | 'onRemove'> & {
  node: JsonObject | JsonArray;
  onRemove: (() => void) | undefined;
};

function Parent({ node, name, isOpenAtFirst, onRemove, ...tree }: ParentProps) {
  const { t } = useTranslation('storage');
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const [most, setMost] = useState(MOST);
  const children = listChildren(node);
  const remove = (index: number) => () => tree.onText(removeChild(tree.text, node, index));
  return (
    <li>
      <div className={classes.leaf}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={13} />
          <span className={classes.name}>{name}</span>
          <span className={classes.count}>
            {node.kind === 'array' ? `[${children.length}]` : `{${children.length}}`}
          </span>
          {!isOpen && <span className={classes.glimpse}>{glimpseOf(tree.text, node)}</span>}
        </button>
        {onRemove && <Remove name={name} onRemove={onRemove} />}
      </div>
      {isOpen && (
        <ul className={classes.children}>
          {children.slice(0, most).map(({ step, value }, index) => (
            <Branch
              // Equal keys are two members.
              // oxlint-disable-next-line react/no-array-index-key
              key={`${step} ${index}`}
              {...tree}
              node={value}
              name={step}
              isOpenAtFirst={children.length <= MOST_OPEN && isOpenAtFirst}
              {...(!tree.isReadOnly && { onRemove: remove(index) })}
            />
          ))}
          {children.length > most && (
            <li>
              <button type="button" className={classes.more} onClick={() => setMost(most + MOST)}>
                {t('json.more', { count: children.length - most })}
              </button>
            </li>
          )}
          {!tree.isReadOnly && <AddChild {...tree} node={node} />}
        </ul>
      )}
    </li>
  );
}

/** The beginning of what is folded away, on one line. */
function glimpseOf(text: string, { from, to }: JsonNode): string {
  return text
    .slice(from + 1, Math.min(to - 1, from + GLIMPSE))
    .replace(/\s+/g, ' ')
    .trim();
}

type ScalarProps = TreeProps & { node: JsonNode; name: string | number };

/** Takes the value on Enter or when it is left; Escape brings back the old one. */
function Scalar({ text, node, name, isReadOnly, onText }: ScalarProps) {
  const before = shownText(text, node);
  const [typed, setTyped] = useState(before);
  function take() {
    if (typed !== before) onText(replaceNode(text, node, typedAsJson(typed, node.kind)));
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter') take();
    if (event.key === 'Escape') setTyped(before);
  }
  return (
    <input
      className={classes.value}
      data-kind={node.kind}
      aria-label={String(name)}
      readOnly={isReadOnly}
      value={typed}
      size={Math.min(80, Math.max(4, typed.length + 1))}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={handleKey}
      onBlur={take}
    />
  );
}

function AddChild({ text, node, onText }: TreeProps & { node: JsonObject | JsonArray }) {
  const { t } = useTranslation('storage');
  const [key, setKey] = useState('');
  function add() {
    if (node.kind === 'object' && key === '') return;
    onText(addChild(text, node, { key, raw: 'null' }));
    setKey('');
  }
  return (
    <li className={classes.add}>
      {node.kind === 'object' && (
        <TextInput
          size="xs"
          variant="unstyled"
          aria-label={t('json.newKey')}
          placeholder={t('json.newKey')}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') add();
          }}
        />
      )}
      <ActionIcon
        size={20}
        aria-label={t('json.add')}
        disabled={node.kind === 'object' && key === ''}
        onClick={add}
      >
        <Icon name="plus" size={13} />
      </ActionIcon>
    </li>
  );
}

function Remove({ name, onRemove }: { name: string | number; onRemove: () => void }) {
  const { t } = useTranslation('storage');
  return (
    <button
      type="button"
      className={classes.remove}
      aria-label={t('json.remove', { name })}
      onClick={onRemove}
    >
      <Icon name="close" size={12} />
    </button>
  );
}
