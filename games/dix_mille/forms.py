from games.forms import PadForm
from games.rules_form import RulesForm
from games.dix_mille.models import MilleRules
class TurnForm(PadForm):
    pass
class MilleRulesForm(RulesForm):
    class Meta:
        model = MilleRules
        fields = "__all__"
