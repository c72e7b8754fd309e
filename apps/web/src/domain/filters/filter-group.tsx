import { Button, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { ConditionFields } from './filter-condition.tsx';
import { newDraft } from './filter-choices.ts';
import classes from './filter-form.module.css';
import { NegationToggle } from './filter-negation.tsx';
import { PartTools } from './filter-part-tools.tsx';
import {
  addPart,
  groupOf,
  isGroup,
  leafLike,
  leafOf,
  movePart,
  removePart,
  setDraft,
  setJoin,
  toggleNegation,
  type Direction,
  type FilterGroup,
  type FilterPart,
  type Join,
} from './filter-tree.ts';
import type { TableColumn } from '@causeway/contract/tables/details.ts';

/** Where the keyboard goes on after a change that draws its place anew. */
export type FilterFocus = { id: number; on: 'column' | Direction | 'whole' };

type GroupProps = {
  columns: TableColumn[];
  root: FilterGroup;
  group: FilterGroup;
  /** Where it stands in the whole, as 2.1; empty for the whole itself. */
  place?: string;
  /** Nothing but one condition: no need to say how it is joined, or to move it. */
  isSingle?: boolean;
  focus: FilterFocus | undefined;
  onEdit: (root: FilterGroup, focus?: FilterFocus) => void;
};

/** How the parts are joined, the parts, and what adds one. */
export function FilterGroupFields(props: GroupProps) {
  const { columns, root, group, place = '', isSingle = false, onEdit } = props;
  const { t } = useTranslation('filters');
  const isWhole = root === group;

  return (
    <>
      {!isSingle && (
        <div className={classes.head}>
          <NegationToggle
            isNegated={group.isNegated}
            onToggle={() => onEdit(toggleNegation(root, group.id))}
          />
          <SegmentedControl
            size="xs"
            aria-label={t('filter.join')}
            value={group.join}
            data={[
              { value: 'and', label: t('filter.and') },
              { value: 'or', label: t('filter.or') },
            ]}
            onChange={(join) => onEdit(setJoin(root, group.id, join))}
          />
          <span className={classes.meaning}>
            {group.isNegated
              ? t(`filter.refusal.${group.join}`)
              : t(`filter.meaning.${group.join}`)}
          </span>
          {!isWhole && <Tools {...props} part={group} place={place} />}
        </div>
      )}
      {group.parts.length > 0 && (
        <div className={classes.parts} data-single={isSingle || undefined}>
          {group.parts.map((part, index) => (
            <PartFields
              key={part.id}
              {...props}
              part={part}
              place={place === '' ? `${index + 1}` : `${place}.${index + 1}`}
            />
          ))}
        </div>
      )}
      <AddButtons columns={columns} root={root} group={group} onEdit={onEdit} />
    </>
  );
}

type PartProps = GroupProps & { part: FilterPart; place: string };

function PartFields({ part, place, ...props }: PartProps) {
  const { columns, root, isSingle = false, focus, onEdit } = props;
  const { t } = useTranslation('filters');
  if (isGroup(part)) {
    return (
      <fieldset aria-label={t('filter.groupAt', { place })} className={classes.group}>
        <FilterGroupFields {...props} group={part} place={place} />
      </fieldset>
    );
  }
  return (
    <fieldset aria-label={t('filter.conditionAt', { place })} className={classes.row}>
      <ConditionFields
        columns={columns}
        draft={part.draft}
        isNegated={part.isNegated}
        isNew={focus?.id === part.id && focus.on === 'column'}
        isInRow={!isSingle}
        onChange={(draft) => onEdit(setDraft(root, part.id, draft))}
        onNegate={() => onEdit(toggleNegation(root, part.id))}
      />
      {!isSingle && <Tools {...props} part={part} place={place} />}
    </fieldset>
  );
}

function Tools({ root, part, focus, onEdit }: PartProps) {
  const move = (direction: Direction) =>
    onEdit(movePart(root, part.id, direction), { id: part.id, on: direction });
  return (
    <PartTools
      isFirst={root.parts[0]?.id === part.id}
      isLast={root.parts.at(-1)?.id === part.id}
      focusOn={focus?.id === part.id ? focus.on : undefined}
      onMove={move}
      onRemove={() => onEdit(removePart(root, part.id), { id: root.id, on: 'whole' })}
    />
  );
}

type AddButtonsProps = Pick<GroupProps, 'columns' | 'root' | 'group' | 'onEdit'>;

function AddButtons({ columns, root, group, onEdit }: AddButtonsProps) {
  const { t } = useTranslation('filters');
  const newLeaf = () => leafLike(group) ?? leafOf(newDraft(columns));

  function addCondition(join: Join = group.join) {
    const leaf = newLeaf();
    onEdit(addPart(setJoin(root, group.id, join), group.id, leaf), { id: leaf.id, on: 'column' });
  }

  function addGroup() {
    const leaf = newLeaf();
    const added = groupOf(group.join === 'and' ? 'or' : 'and', [leaf]);
    onEdit(addPart(root, group.id, added), { id: leaf.id, on: 'column' });
  }

  const plus = <Icon name="plus" size={14} />;
  const look = { size: 'compact-sm', variant: 'default', leftSection: plus } as const;
  return (
    <div className={classes.adding}>
      {group.parts.length === 1 ? (
        (['or', 'and'] as const).map((join) => (
          <Button key={join} {...look} onClick={() => addCondition(join)}>
            {t(`filter.${join}`)}
          </Button>
        ))
      ) : (
        <Button {...look} onClick={() => addCondition()}>
          {t('filter.addCondition')}
        </Button>
      )}
      <Button {...look} onClick={addGroup}>
        {t('filter.addGroup')}
      </Button>
    </div>
  );
}
