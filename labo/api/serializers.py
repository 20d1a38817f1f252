"""The shapes of the lab over HTTP."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


class ConditionAnswer(serializers.Serializer[Any]):
    """A condition of a question."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    required = serializers.BooleanField()  # type: ignore[assignment]
    initial = serializers.CharField(allow_blank=True)
    choices = serializers.ListField(child=serializers.CharField(allow_blank=True))


class QuestionAnswer(serializers.Serializer[Any]):
    """A question of the lab."""

    game = serializers.CharField()
    question = serializers.CharField()
    title = serializers.CharField()
    lead = serializers.CharField()
    conditions = ConditionAnswer(many=True)


class NumberAnswer(serializers.Serializer[Any]):
    """A number; `exact` is the fraction or integer where it is exact."""

    value = serializers.FloatField()
    exact = serializers.CharField(allow_null=True)


class LabFigureAnswer(serializers.Serializer[Any]):
    """A number of an answer; `error` is the standard error of a simulated one."""

    code = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    unit = serializers.CharField()
    number = NumberAnswer(allow_null=True)
    error = serializers.FloatField(allow_null=True)


class LabColumnAnswer(serializers.Serializer[Any]):
    """A column of a table."""

    head = serializers.CharField()
    unit = serializers.CharField()


@extend_schema_field({})
class AnyCell(serializers.Field[Any, Any, Any, Any]):
    """A cell: a number, the text of an exact fraction, words, or null."""


class LabTableAnswer(serializers.Serializer[Any]):
    """A table of an answer."""

    caption = serializers.CharField()
    columns = LabColumnAnswer(many=True)
    rows = serializers.ListField(child=serializers.ListField(child=AnyCell()))
    mark = serializers.IntegerField(allow_null=True)


class LabPointAnswer(serializers.Serializer[Any]):
    """A point of a drawing."""

    label = serializers.CharField()  # type: ignore[assignment]
    number = NumberAnswer(allow_null=True)


class LabPlotAnswer(serializers.Serializer[Any]):
    """A drawing of an answer."""

    title = serializers.CharField()
    unit = serializers.CharField()
    kind = serializers.ChoiceField(choices=["bars", "curve"])
    points = LabPointAnswer(many=True)


class PublishedAnswer(serializers.Serializer[Any]):
    """A figure of the source beside ours; `holds` is null under other conditions than its own."""

    claim = serializers.CharField()
    theirs = serializers.CharField()
    ours = NumberAnswer(allow_null=True)
    unit = serializers.CharField()
    holds = serializers.BooleanField(allow_null=True)
    condition = serializers.CharField()


class LabAnswer(serializers.Serializer[Any]):
    """An answer of the lab."""

    game = serializers.CharField()
    question = serializers.CharField()
    title = serializers.CharField()
    sentence = serializers.CharField()
    figures = LabFigureAnswer(many=True)
    tables = LabTableAnswer(many=True)
    plots = LabPlotAnswer(many=True)
    published = PublishedAnswer(many=True)
    remarks = serializers.ListField(child=serializers.CharField())
    how = serializers.CharField()
