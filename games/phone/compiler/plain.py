"""Removes from a module the parts that only people and the type checker read."""

import ast
from typing import cast


def without_types(tree: ast.Module) -> ast.Module:
    """Return the module without annotations, docstrings and `TYPE_CHECKING` blocks."""
    return cast(ast.Module, ast.fix_missing_locations(_Plain().visit(tree)))


class _Plain(ast.NodeTransformer):
    """The transformer that removes annotations, docstrings and `TYPE_CHECKING` blocks.

    The fields of a class are kept, with an empty annotation.
    """

    def __init__(self) -> None:
        self.in_class = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        outside, self.in_class = self.in_class, False
        node.returns = None
        arguments = node.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            argument.annotation = None
        for more in (arguments.vararg, arguments.kwarg):
            if more is not None:
                more.annotation = None
        self.generic_visit(node)
        self.in_class = outside
        node.body = node.body or [ast.copy_location(ast.Pass(), node)]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        outside, self.in_class = self.in_class, True
        self.generic_visit(node)
        self.in_class = outside
        node.body = node.body or [ast.copy_location(ast.Pass(), node)]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        is_field = self.in_class and "ClassVar" not in ast.unparse(node.annotation)
        node.annotation = ast.copy_location(ast.Constant(None), node)
        if is_field:
            self.generic_visit(node)
            return node
        if node.value is None:
            return None
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """Remove docstrings, and the « … » of abstract methods."""
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return None
        return self.generic_visit(node)
